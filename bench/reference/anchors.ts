// The anchors of a page's headings, to which links lead.

/** As GitHub makes them, in the headings' order: the words in lower case, numbered where they are there again. */
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
