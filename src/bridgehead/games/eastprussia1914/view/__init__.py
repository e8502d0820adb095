"""What players see: views, faces, overlays, and worlds a side could not tell from the true one."""
