"""Making what shows a difference smaller."""


def smallest(parts, fails, attempts=300):
    """As few of the parts as were found in so many attempts with which it still fails."""
    size = max(1, len(parts) // 2)
    while attempts > 0:
        for start in range(0, len(parts), size):
            fewer = parts[:start] + parts[start + size:]
            attempts -= 1
            if len(fewer) < len(parts) and fails(fewer):
                parts = fewer
                break
            if attempts <= 0:
                break
        else:
            if size == 1:
                break
            size //= 2
    return parts
