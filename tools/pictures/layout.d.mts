/** What of a page is cut off, scrolls sideways or lies on something else. Runs in the page. */
export function layoutFaults(): string[]
