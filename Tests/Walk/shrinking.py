"""Makes a walk that found a difference shorter: steps are left out as long as a difference is still found."""


def shortened(steps, fails, attempts):
    """The fewest steps found in so many attempts; `fails` runs some and says whether they find a difference."""
    size = max(1, len(steps) // 2)
    while attempts > 0:
        before = len(steps)
        # The last step is the one that found it.
        for start in range(0, len(steps) - 1, size):
            fewer = steps[:start] + steps[min(start + size, len(steps) - 1):]
            if len(fewer) == len(steps) or attempts == 0:
                continue
            attempts -= 1
            if fails(fewer):
                steps = fewer
                break
        else:
            if size == 1:
                return steps
            size //= 2
            continue
        size = max(1, min(size, before // 2))
    return steps


def numbers(text):
    """The numbers of `3,8-11`."""
    made = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        if first:
            made += range(int(first), int(last or first) + 1)
    return made


def ranges(numbers):
    """Numbers in their order as `3,8-11`."""
    made = []
    for number in numbers:
        if made and made[-1][1] == number - 1:
            made[-1][1] = number
        else:
            made.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in made)
