"""The findings of a balance: what meets the targets, what is nearest, and what else a proposal changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from digsite.analyses import sentences
from digsite.analyses.experiments.balance.texts import figure_text
from digsite.analyses.experiments.check.texts import bounds_text
from digsite.analyses.experiments.check.tracks import worst_of
from digsite.analyses.experiments.compare.texts import unit_word
from digsite.analyses.experiments.paired import Scale
from digsite.analyses.result import Finding, described
from digsite.simulator.game.wording import counted, listed

if TYPE_CHECKING:
    from digsite.analyses.experiments.balance.proof import Proof
    from digsite.analyses.experiments.balance.question import BalanceQuestion, Proposal
    from digsite.analyses.experiments.check import Verdict
    from digsite.analyses.experiments.paired import Change
    from digsite.analyses.result import Certainty

_MOST_NAMED = 4  # other changes in a sentence
_CERTAINTY: dict[Verdict, Certainty] = {"kept": "likely", "broken": "likely", "undecided": "unclear"}


def findings_of(proof: Proof, checked: Proof | None = None) -> list[Finding]:
    """Return a finding for each proposal, on what else the first changes, and on the rules as they are."""
    found = [_proposal_finding(proof, one) for one in proof.ranked]
    if proof.ranked:
        found += _other_findings(proof, proof.ranked[0])
    if checked:
        found += [_checked_finding(checked, one) for one in proof.ranked]
    return [*found, _own_finding(proof)]


def answer_of(proof: Proof) -> str:
    """Return the answer in one sentence."""
    question, found = proof.question, proof.ranked
    if not question.ended:
        return _holds(proof)
    if not found:
        return f"No change in the ranges comes nearer to {question.promised} than the rules as they are."
    best = found[0]
    seen, verdict = _seen(proof, best), proof.verdict_on(best)
    if verdict == "kept":
        return f"Change {best.words}: {seen}, {question.promised} {_are(question)} kept."
    if verdict == "undecided":
        games = proof.worst(best).observed.games
        return (
            f"Nothing is proved to meet {question.promised} yet; {best.words} comes closest: {seen}, undecided in "
            f"{sentences.counted(games, 'game')}."
        )
    return f"Nothing in the ranges meets {question.promised}; nearest is {best.words}: {seen}."


def _are(question: BalanceQuestion) -> str:
    return "is" if len(question.targets) == 1 else "are"


def _holds(proof: Proof) -> str:
    question = proof.question
    worst = min(proof.own, key=lambda track: ("broken", "undecided", "kept").index(track.verdict))
    seen = figure_text(worst)
    if proof.verdict == "kept":
        return f"The rules meet {question.promised} as they are: {seen}. There is nothing to change."
    return (
        f"The rules may meet {question.promised} as they are: {seen}, undecided in "
        f"{sentences.counted(worst.observed.games, 'game')}. Nothing is proposed."
    )


def _seen(proof: Proof, proposal: Proposal) -> str:
    worst = proof.worst(proposal)
    return figure_text(worst)


def _proposal_finding(proof: Proof, proposal: Proposal) -> Finding:
    """Return what a proposal changes, whether it meets each target, and what was seen."""
    verdict, tracks = proof.verdict_on(proposal), proof.tracks(proposal)
    many = f"{counted(len(proposal.changes), 'change')} of {counted(proposal.steps, 'step')}"
    worst = proof.worst(proposal)
    sentence = (
        f"{verdict.capitalize()} with {many}, {proposal.words}: {figure_text(worst)}; wanted "
        f"{bounds_text(worst.figure)}. {sentences.counted(worst.observed.games, 'game')} on fresh seeds."
    )
    figures: dict[str, Any] = {
        "verdict": verdict, "settings": list(proposal.settings), "changes": len(proposal.changes),
        "steps": proposal.steps,
        "targets": [
            {"figure": t.figure.measure.name, "value": t.observed.mean, "verdict": t.verdict} for t in tracks
        ],
    }  # fmt: skip
    null = "the target is broken" if verdict == "kept" else "the target is kept"
    return Finding(sentence, "", _CERTAINTY[verdict], figures, kind="tested", null=null)


def _own_finding(proof: Proof) -> Finding:
    """Return whether the rules as they are meet the targets."""
    worst = [worst_of(proof.own, promise) for promise in dict.fromkeys(track.figure.promise for track in proof.own)]
    parts = [f"{track.verdict}: {track.figure.promise.text} ({figure_text(track)})" for track in worst]
    games = proof.tallies[0].games
    look = f" A last look at all {games:,} games calls it broken." if proof.broken_at_last else ""
    sentence = f"As the rules are, {'; '.join(parts)}.{look}"
    null = "the target is broken" if proof.verdict == "kept" else "the target is kept"
    figures = {"verdict": proof.verdict, "targets": [track.figure.promise.text for track in worst]}
    return Finding(sentence, "", _CERTAINTY[proof.verdict], figures, kind="tested", null=null)


def _checked_finding(checked: Proof, proposal: Proposal) -> Finding:
    """Return whether look-ahead players keep the targets under a proposal."""
    verdict, worst = checked.verdict_on(proposal), checked.worst(proposal)
    sentence = (
        f"With look-ahead players ({checked.question.think}), {proposal.words}: {verdict}, "
        f"{figure_text(worst)} in {sentences.counted(worst.observed.games, 'game')}."
    )
    figures = {"verdict": verdict, "settings": list(proposal.settings), "think": checked.question.think}
    null = "the target is broken" if verdict == "kept" else "the target is kept"
    return Finding(sentence, "", _CERTAINTY[verdict], figures, kind="tested", null=null)


def _other_findings(proof: Proof, proposal: Proposal) -> list[Finding]:
    """Return what else a proposal changes, besides what the targets name."""
    aimed = {track.figure.measure.name for track in proof.own}
    others = [change for change in proof.other_changes(proposal) if change.measure.name not in aimed]
    moved = sorted(
        (change for change in others if change.differs),
        key=lambda change: -abs(change.difference.value) / change.margin,
    )
    at = 1 + list(proof.question.proposals).index(proposal)
    scale = Scale(proof.tallies[at], proof.question.seats)
    if not others:
        return []
    if not moved:
        games = f"{others[0].difference.n:,} pairs of games"
        return [described(f"Changing {proposal.words} changes nothing else that {games} show.")]
    named = listed(_change_text(proof, change) for change in moved[:_MOST_NAMED])
    more = f", and {len(moved) - _MOST_NAMED} more" if len(moved) > _MOST_NAMED else ""
    top = moved[0]
    figures = {
        "also": [
            {"measure": c.measure.name, "difference": c.difference.value, "p_value": c.p_value} for c in moved
        ]
    }  # fmt: skip
    sentence = f"Changing {proposal.words} also changes: {named}{more}."
    return [
        Finding(
            sentence, scale.effect(top.measure, top.difference), top.certainty, figures, kind="caused",
            null="nothing changes", p_value=top.p_value,
        )
    ]  # fmt: skip


def _change_text(proof: Proof, change: Change) -> str:
    unit = change.measure.unit
    points = proof.question.game.wording.points
    said = "pp" if unit == "share" else unit_word(unit, points)
    written = change.difference.written(percent=unit == "share", signed=True, unit=said)
    return f"{change.measure.name} {written.with_ends}"


def notes_of(proof: Proof, checked: Proof | None = None) -> list[str]:
    """Return how the search and the proof were played."""
    question, notes = proof.question, list(proof.question.notes)
    if question.ended:
        many = sentences.counted(len(question.searched), "candidate")
        notes.append(
            f"The search played {many} of {counted(len(question.varied), 'figure')} ({listed(question.varied)}; "
            f"at most {counted(question.most_changes, 'change')} at once) in {question.games:,} games, until {question.ended}."
        )
    if question.proposals:
        notes.append(
            "Kept, broken and undecided as in a contract: on seeds that the search has not seen, with intervals that hold for "
            "all proposals and targets together with 95 %, however often one looks."
        )
    if any(not change.confirmed for one in question.proposals for change in one.changes):
        notes.append("* marks figures that no source confirms.")
    if checked and any(checked.verdict_on(one) == "undecided" for one in question.proposals):
        notes.append("Undecided with look-ahead players: they play few games.")
    return notes
