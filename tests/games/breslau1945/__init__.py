"""Tests of Festung Breslau 1945."""
