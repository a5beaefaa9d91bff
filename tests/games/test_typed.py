"""Answers that are made when somebody looks behave like the list of them, however many there are."""

import math
import sys
from collections.abc import Sequence
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.typed import Counted, OneOf, Summing, Typed, firsts


class Cheese(msgspec.Struct, frozen=True):
    weight: int
    holes: int


class Crate(msgspec.Struct, frozen=True):
    cheese: Cheese
    packed: tuple[int, ...]


class Ready(msgspec.Struct, frozen=True):
    pass


class Built(msgspec.Struct):
    """A sequence and, worked out the long way, what is in it."""

    options: Sequence[Any]
    listed: list[Any]


RANGES = st.builds(lambda least, count: range(least, least + count), st.integers(-3, 3), st.integers(0, 4))


@st.composite
def counted(draw: st.DrawFn) -> Built:
    ranges = draw(st.lists(RANGES, min_size=1, max_size=3))
    listed = list(product(*ranges))
    without = draw(st.integers(0, min(2, len(listed))))
    return Built(Counted(ranges, without=without), listed[without:])


@st.composite
def summing(draw: st.DrawFn) -> Built:
    most, total = draw(st.lists(st.integers(0, 4), max_size=4).map(tuple)), draw(st.integers(0, 9))
    high_first = product(*(range(one, -1, -1) for one in most))
    return Built(Summing(most, total), [counts for counts in high_first if sum(counts) == total])


@st.composite
def cheeses(draw: st.DrawFn) -> Built:
    weights, holes = draw(RANGES), draw(st.lists(st.integers(0, 5), unique=True, max_size=3).map(tuple))
    return Built(Typed(Cheese, weights, holes), [Cheese(weight, hole) for weight in weights for hole in holes])


@st.composite
def crates(draw: st.DrawFn) -> Built:
    """One kind of answer inside the other."""
    inside, counts = draw(cheeses()), draw(counted())
    listed = [Crate(cheese, packed) for cheese in inside.listed for packed in counts.listed]
    return Built(Typed(Crate, inside.options, counts.options), listed)


@st.composite
def one_of(draw: st.DrawFn) -> Built:
    parts = draw(st.lists(st.one_of(cheeses(), crates()), max_size=3))
    end = [Ready()] if draw(st.booleans()) else []
    listed = [answer for part in parts for answer in part.listed] + end
    return Built(OneOf(*(part.options for part in parts), tuple(end)), listed)


@st.composite
def nested(draw: st.DrawFn) -> Built:
    first, second = draw(one_of()), draw(one_of())
    return Built(OneOf(first.options, second.options), first.listed + second.listed)


ANY = st.one_of(counted(), summing(), cheeses(), crates(), one_of(), nested())
CONCEIVABLE = [
    Ready(),
    7,
    None,
    (),
    (0,),
    (-4, 0),
    (1, 1, 1),
    (0, 0, 0, 0),
    [0],
    *(Cheese(weight, holes) for weight in range(-4, 8) for holes in range(-1, 7)),
    *(Crate(Cheese(weight, 1), packed) for weight in range(-1, 2) for packed in ((0,), (1, 1), (0, 0, 0))),
    Crate(Cheese(0, 0), Ready()),  # type: ignore[arg-type]
]


@given(ANY)
def test_length_order_places_and_slices_are_those_of_the_list(built: Built) -> None:
    options, listed = built.options, built.listed
    assert len(options) == len(listed)
    assert bool(options) == bool(listed)
    assert list(options) == listed
    assert [options[place] for place in range(len(listed))] == listed
    assert [options[place - len(listed)] for place in range(len(listed))] == listed
    assert list(reversed(options)) == listed[::-1]
    assert options[1:4] == tuple(listed[1:4])
    assert options[::-2] == tuple(listed[::-2])
    for beyond in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            options[beyond]


@given(ANY)
def test_what_is_in_it_is_what_is_in_the_list(built: Built) -> None:
    assert all(answer in built.options for answer in built.listed)
    for answer in CONCEIVABLE:
        assert (answer in built.options) == (answer in built.listed)


@given(ANY, ANY)
def test_what_is_equal_lists_the_same(built: Built, other: Built) -> None:
    if built.options == other.options:
        assert built.listed == other.listed
    if built.listed != other.listed:
        assert built.options != other.options


def test_what_is_made_of_the_same_is_equal_and_cannot_be_a_key() -> None:
    def made(most: int) -> OneOf:
        return OneOf(Typed(Cheese, range(most), (1, 2)), Typed(Crate, Typed(Cheese, (1,), (1,)), Counted([range(3)])))

    assert made(4) == made(4) != made(5)
    assert made(4) != list(made(4))
    with pytest.raises(TypeError):
        hash(made(4))


def test_millions_are_counted_and_found_by_arithmetic() -> None:
    many = Typed(Crate, Typed(Cheese, range(1000), range(1000)), Counted([range(10)] * 6, without=1))
    assert len(many) == 10**6 * (10**6 - 1)
    assert many[0] == Crate(Cheese(0, 0), (0, 0, 0, 0, 0, 1))
    assert many[-1] == Crate(Cheese(999, 999), (9,) * 6)
    assert many[-1] in many
    assert next(iter(many)) == many[0]
    assert Crate(Cheese(1000, 0), (9,) * 6) not in many
    assert Crate(Cheese(0, 0), (0,) * 6) not in many
    sums = Summing((500,) * 6, 35)
    assert len(sums) == math.comb(40, 5)
    assert (sums[0], sums[-1]) == ((35, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 35))
    assert (5, 6, 6, 6, 6, 6) in sums


def test_more_than_python_can_count_are_there_all_the_same() -> None:
    cheeses = Typed(Cheese, range(10**10), range(10**10))
    many = OneOf(cheeses, Typed(Crate, cheeses, Counted([range(1000)] * 6)), (Ready(),))
    assert len(cheeses) == len(many) == sys.maxsize
    assert many
    assert many.length == 10**20 + 10**38 + 1
    assert many[10**20 - 1] == Cheese(10**10 - 1, 10**10 - 1)
    assert many[10**20] == Crate(Cheese(0, 0), (0,) * 6)
    assert many[-1] == Ready()
    assert many[-2] == Crate(Cheese(10**10 - 1, 10**10 - 1), (999,) * 6)
    assert many[-2] in many


@given(nested(), st.integers(0, 5))
def test_for_a_program_there_are_some_of_each_kind(built: Built, of_each: int) -> None:
    options = built.options
    assert isinstance(options, OneOf)
    found = firsts(options, of_each)
    assert found == tuple(answer for kind in options.kinds for answer in kind[:of_each])
    assert all(answer in options for answer in found)
    assert firsts((1, 2, 3, 4, 5, 6)[:of_each], of_each) == (1, 2, 3, 4, 5, 6)[:of_each]


def test_answers_of_one_kind_are_found_among_others() -> None:
    cheese, crate = Typed(Cheese, (1, 2), (0,)), Typed(Crate, (Cheese(1, 0),), Counted([range(2)]))
    options = OneOf(cheese, OneOf(crate), (Ready(),))
    assert options.of(Cheese) == OneOf(cheese)
    assert list(options.of(Crate) or ()) == list(crate)
    assert list(options.of(Ready) or ()) == [Ready()]
    assert OneOf(cheese).of(Ready) is None
    assert OneOf((), Typed(Cheese, (), (1,))).kinds == ()
