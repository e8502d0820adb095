"""What each game says of its refusals: by rule, how a cause is taken away or seen to be there."""
