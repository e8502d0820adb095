"""The catalogue tells of the games as they are."""

from bridgehead.games.catalogue import FILE, catalogue, written


def test_the_catalogue_is_up_to_date() -> None:
    """Written anew by `python -m bridgehead.games.catalogue`."""
    assert FILE.read_bytes() == written()


def test_a_scenario_counts_its_turns_not_the_number_of_its_last() -> None:
    found = {game.id: game for game in catalogue()}
    assert found["eastprussia1914"].scenarios["tannenberg"].turns == 5
    assert found["seelow1945"].scenarios["kustrin"].turns == 12
