/**
 * Returns mentions with positions in UTF-16, as JavaScript counts, from those in UTF-8. A lone surrogate has three bytes there, as
 * its replacement has.
 */
export function countInUnits(text, mentions) {
  const places = mentions.flatMap(({ start, end }) => [start, end]).sort((one, other) => one - other);
  const units = new Map();
  let bytes = 0;
  let unit = 0;
  for (const place of places) {
    while (bytes < place) {
      const point = text.codePointAt(unit);
      bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      unit += point < 0x10000 ? 1 : 2;
    }
    units.set(place, unit);
  }
  return mentions.map(({ brand, start, end }) => ({ brand, start: units.get(start), end: units.get(end) }));
}
