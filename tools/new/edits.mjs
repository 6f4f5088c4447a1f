// Name conversions, and edits of tables for scaffolds.

/** `DenyLatestTag` as `deny-latest-tag`. */
export const kebab = (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()

/** `quota-reporter` as `quotaReporter`. */
export const camel = (name) =>
  name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()).replace(/^\w/, (c) => c.toLowerCase())

/** `quota-reporter` as `QuotaReporter`. */
export const pascal = (name) => camel(name).replace(/^\w/, (c) => c.toUpperCase())

/** Throws unless the name matches the pattern. */
export const requireName = (name, pattern, example) => {
  if (!pattern.test(name ?? '')) throw new Error(`a name such as ${example} is needed, not "${name ?? ''}"`)
}

/** Inserts text before the last occurrence of a mark. */
export const before = (mark, text) => (source, path) => {
  const at = source.lastIndexOf(mark)
  if (at < 0) throw new Error(`${path}: no place before "${mark}"`)
  return source.slice(0, at) + text + source.slice(at)
}

/** Inserts an import of the own folder after the others of its kind, which come last. */
export const importing = (line) => (source, path) => {
  const last = [...source.matchAll(/^import [^;]*? from '[^']+'$/gm)].at(-1)
  if (!last) throw new Error(`${path}: no place after an import`)
  const at = last.index + last[0].length
  return `${source.slice(0, at)}\n${line}${source.slice(at)}`
}

/** Applies several edits one after another. */
export const all =
  (...edits) =>
  (source, path) =>
    edits.reduce((text, edit) => edit(text, path), source)
