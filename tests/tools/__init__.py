"""What keeps generated files of this repository up to date; run by hand, checked by the tests."""
