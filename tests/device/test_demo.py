from engine.verify import Answer


def wait_for(site, holds):
    """The first state that holds."""
    state = site.live.state()
    while not holds(state):
        newer = site.live.newer(state.version, 20)
        assert newer is not None, f"nothing happened after {state}"
        state = newer
    return state


def test_a_visitor_is_told_what_lies_open_and_the_next_round_follows(virtual):
    site, camera = virtual
    for number in (1, 2, 3):
        state = wait_for(site, lambda s: s.open_seat is not None and s.ready and s.hint)
        truth = camera.truth
        assert f"{truth.xi} 戏" in state.hint.zh
        site.live.declare(truth.winner, truth.xi, truth.position.win.source)
        state = site.live.state()
        while state.ruling.answer is Answer.UNSURE:
            card = str(truth.position.win.card)
            choice = next(c.value for c in state.ruling.question.choices if c.text.zh == card)
            site.live.answer(state.ruling.question.id, choice)
            state = site.live.state()
        assert state.ruling.answer is Answer.CONFIRMED
        assert len(state.rounds) == number
        assert sum(player.total for player in state.players) == 0
        wait_for(site, lambda s: s.open_seat is None)
