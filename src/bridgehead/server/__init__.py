"""Matches over HTTP and WebSocket. The server alone holds a position; each side is told what it may know."""
