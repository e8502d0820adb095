"""Matches over HTTP and WebSocket: the server alone holds the position, each side is told what it may know."""
