"""Programs that take a side. They see what a side may see, and nothing else."""
