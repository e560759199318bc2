// The anchors of a page's headings, for links.

/** The anchors as GitHub makes them, in order: the words in lower case, with a number if they are repeated. */
export function anchorsOf(headings: readonly string[]): string[] {
  const times = new Map<string, number>();
  return headings.map((heading) => {
    const plain = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-");
    const before = times.get(plain) ?? 0;
    times.set(plain, before + 1);
    return before ? `${plain}-${before}` : plain;
  });
}
