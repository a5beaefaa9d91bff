"""An evening with the box: switched on, pressed, played with, hung, moved through time, switched off by two buttons."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

from rehearsal.guest import box
from rehearsal.guest.counting import fairness
from rehearsal.guest.fingers import LINES, Finger, until
from rehearsal.guest.phone import SEAT, Phone, row
from rehearsal.guest.telling import check, figure, step

YEARS = "2031-05-05 12:00:00"
CHORD = (1, 3)
"""The seats whose buttons, held together, switch off."""
KEPT = Path("/var/tmp/rehearsal-kept.json")
"""What the next evening has to find."""


def play() -> None:
    _boot()
    _pins()
    phone = Phone()
    step("A phone sits down: the button of seat 1 is held on its line")
    until(phone.is_answered, 120, "the page answers")
    phone.sit_down()
    check("A hold on a kernel line seats a phone, through the service in its own limits", True)
    _whole_game(phone)
    phone.leave()
    phone.begin()
    _time_jump(phone)
    _watchdog(phone)
    _switch_off(phone)


def _boot() -> None:
    step("How it was started")
    until(lambda: box.shown(box.SERVICE, "ActiveState") == "active", 180, "the service is ready")
    figure("boot.basic_target_s", box.seconds_after_start("basic.target"))
    figure("boot.service_started_s", round(int(box.shown(box.SERVICE, "InactiveExitTimestampMonotonic")) / 1e6, 1))
    figure("boot.service_ready_s", box.seconds_after_start(box.SERVICE))
    figure("boot.multi_user_s", box.seconds_after_start("multi-user.target"))
    check("No network is waited for", "network-online.target" not in box.shown(box.SERVICE, "After"))
    check("The kernel lets it at the lines", box.may_open("/dev/gpiochip0"))
    check("The kernel lets it at no disk, not even root in its place", not box.may_open("/dev/vda"))
    check("It is supervised", box.shown(box.SERVICE, "WatchdogUSec") not in ("0", "infinity"))


def _pins() -> None:
    step("Presses on kernel lines: this takes a few minutes")
    box.run("systemctl", "stop", box.SERVICE)
    share = Path("/rehearsal/share").read_text().strip()
    done = subprocess.run(
        [box.PROGRAM, "-m", "rehearsal.guest.pins", share],
        env=os.environ | {"PYTHONPATH": "/rehearsal/checkout/systemd"},
        capture_output=True,
        text=True,
        timeout=3000,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"the measuring failed: {done.stderr[-1500:]}")
    figures = json.loads(done.stdout)
    for name, value in figures.items():
        figure(f"pins.{name}", value)
    for sentence, is_so in fairness(figures["single"], figures["pairs"], figures["at_once"]).items():
        check(sentence, is_so)
    check("The buttons gave no trouble", not figures["troubles"], figures["troubles"])
    box.run("systemctl", "start", box.SERVICE)


def _whole_game(phone: Phone) -> None:
    step("A whole game of the phone against three bots")
    phone.begin()
    began = time.monotonic()
    phone.play(lambda state: state["view"]["table"]["winners"] is not None, 1800)
    figure("game.seconds", round(time.monotonic() - began))
    figure("game.rows", phone.row)
    figure("game.memory_max_mb", round(box.group("memory.max") / 1e6))
    figure("game.memory_peak_mb", round(box.group("memory.peak") / 1e6))
    check("The kernel holds it to its memory", 0 < box.group("memory.peak") < box.group("memory.max") <= 210e6)
    check("It was not restarted for it", box.shown(box.SERVICE, "NRestarts") == "0")


def _time_jump(phone: Phone) -> None:
    step("The time jumps by years, there and back, while clocks run")
    main = box.shown(box.SERVICE, "MainPID")
    box.run("systemctl", "stop", "systemd-timesyncd")
    phone.play(lambda state: state["view"]["clock"], 120)
    before, began, now = phone.row, time.monotonic(), time.time()
    box.run("date", "-s", YEARS)
    phone.play(lambda state: row(state) >= before + 10, 240)
    phone.play(lambda state: state["view"]["clock"], 120)
    box.run("date", "-s", f"@{now + time.monotonic() - began:.0f}")
    phone.play(lambda state: row(state) >= before + 20, 240)
    check("A jump of years disturbs no clock and no journal", box.shown(box.SERVICE, "MainPID") == main)


def _watchdog(phone: Phone) -> None:
    step("The program is stopped dead: the watchdog has to notice")
    main, before = int(box.shown(box.SERVICE, "MainPID")), phone.row
    os.kill(main, signal.SIGSTOP)
    stopped = time.monotonic()
    until(lambda: box.shown(box.SERVICE, "NRestarts") == "1", 300, "it is restarted")
    until(lambda: box.shown(box.SERVICE, "ActiveState") == "active", 240, "it is ready again")
    figure("watchdog.seconds_until_ready_again", round(time.monotonic() - stopped, 1))
    until(phone.is_answered, 60, "the page answers again")
    after = phone.state()
    check("The game goes on by itself, with every row", after["on"] == "game" and row(after) >= before)
    check("The phone still sits at the table", after["seat"] == SEAT)
    phone.play(lambda state: row(state) > before + 5, 240)


def _switch_off(phone: Phone) -> None:
    step("Two buttons are held: it switches itself off, and the machine with it")
    KEPT.write_text(json.dumps({"row": phone.row}))
    os.sync()
    for seat in CHORD:
        Finger(LINES[seat]).press()
