"""By game: how the causes its refusals name are taken away, and how it is seen that they are there."""
