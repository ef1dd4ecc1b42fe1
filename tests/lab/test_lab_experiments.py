"""The programs and their remedies on disk: complete, named as told, with effects in the lab's words."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from lab_support import TF1, TF2, experiment, form

from tensorleak import programs
from tensorleak.errors import UsageError
from tensorleak.lab import Effect, experiments
from tensorleak.lab.subject import applies, obstacle

EVERY = experiments(("TL", "innocent"))
FOLDER = Path(programs.__file__).parent


def test_every_remedy_file_is_described_and_every_description_has_a_file() -> None:
    described = {one.script for experiment in EVERY for one in experiment.forms if one.expected is not None}
    assert described == set(FOLDER.glob("*/*/remedies/*.py"))
    assert len(described) >= 50


@pytest.mark.parametrize("one", [one for one in EVERY if len(one.forms) > 2], ids=lambda one: one.name)
def test_effects_are_words_of_the_lab(one) -> None:
    words = {effect.value for effect in Effect}
    for remedy in one.forms[2:]:
        assert remedy.summary and remedy.expected
        assert set(remedy.expected) <= set(one.lanes)
        assert set(remedy.expected.values()) <= words


def test_no_remedy_hides_a_module_of_the_standard_library() -> None:
    assert not {form.script.stem for one in EVERY for form in one.forms} & set(sys.stdlib_module_names)


def test_remedies_that_work_and_folklore_that_does_not_are_both_there() -> None:
    remedies = [one for experiment in EVERY for one in experiment.forms if one.expected]
    assert any(one.folk and "does not" in one.expected.values() for one in remedies)
    assert any(not one.folk and set(one.expected.values()) == {"stops it"} for one in remedies)


def test_scripts_say_how_many_rounds_they_make() -> None:
    assert not [one.script for experiment in EVERY for one in experiment.forms if not one.rounds]
    assert form().rounds == 0


def test_selection_by_rule_and_by_name() -> None:
    assert {one.rule for one in experiments(("TL101", "tl3"))} >= {"TL101", "TL301", "TL303"}
    assert [one.name for one in experiments(("hot_reload",))] == ["TL405/hot_reload"]
    with pytest.raises(UsageError, match="no program matches 'TL999'"):
        experiments(("TL101", "TL999"))


def test_innocent_programs_run_unasked_only_where_they_answer_a_claim() -> None:
    assert all(one.claims for one in experiments() if one.innocent)
    assert any(not one.claims for one in experiments(("innocent",)))


def test_what_is_not_for_this_tensorflow_is_skipped_with_the_reason() -> None:
    assert obstacle(experiment(lanes=("tf1",)), TF2) == "written for TensorFlow 1.15"
    assert obstacle(experiment(lanes=("tf1",)), TF1) is None
    assert (
        obstacle(experiment(needs="keras>=3"), replace(TF2, keras="2.15.0")) == "needs keras>=3; keras 2.15.0 is here"
    )
    assert obstacle(experiment(needs="keras>=3"), TF2) is None


def test_a_remedy_of_another_lane_is_left_out() -> None:
    assert applies(form("relax", expected={"tf1": "does not"}), TF1)
    assert not applies(form("relax", expected={"tf1": "does not"}), TF2)
