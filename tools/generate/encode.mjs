// Combines the packages' records with the facts in data/ and writes them in the notation of src/api/types.ts:
// one type a line, `name|apiVersion,kind|map type|field|field…`, a field `name[!&][release]:type[^][=default][markers]`.
// Markers: *set *atomic *map(k,k), %atomic or %granular, +merge(key) +replace +retainKeys; ~ if only after 1.20.

const KEYS_OF_OBJECTS = ['apiVersion', 'kind']

/** Encodes the types of all packages, changed by the tables in `data/`, in the notation of docs/how-to/kind.md. */
export function encodeTypes(packages, { overlay, markers, formats, renameText }) {
  const types = new Map(Object.entries(packages))
  for (const [name, extra] of Object.entries(overlay.types)) addType(types, name, extra)
  for (const [prefix, copy] of Object.entries(overlay.copies)) copyTypes(types, prefix, copy)
  for (const [name, fields] of Object.entries(overlay.fields)) {
    const record = types.get(name)
    for (const [key, type] of Object.entries(fields)) {
      const [field, required] = key.endsWith('!') ? [key.slice(0, -1), true] : [key, false]
      if (!record.fields.some((f) => f.name === field))
        record.fields.push({
          name: field,
          type,
          required,
          text: overlay.fieldTexts[field] ?? textElsewhere(types, name, field),
        })
    }
  }
  const facts = { overlay, markers, formats }
  check(types, facts)

  const texts = {}
  const lines = []
  for (const name of [...types.keys()].sort()) {
    const record = types.get(name)
    const described = {}
    const fields = [...record.fields]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((field) => {
        if (field.text) described[field.name] = renameText(field.text)
        return encodeField(name, field, facts, record.kind !== undefined)
      })
    if (record.text) described['.'] = renameText(record.text)
    if (Object.keys(described).length > 0) texts[name] = described
    const own = factsOf(name, facts)['.']
    lines.push(
      [name, record.kind?.join() ?? '', own ? `${own.mapType}${own.since ? '~' : ''}` : '', ...fields].join('|'),
    )
  }
  return { schema: lines.join('\n'), texts }
}

/** A field that was added to an old version later has the text of the newest version of the type. */
function textElsewhere(types, name, field) {
  const type = split(name)[1]
  const twin = [...types].find(
    ([other, record]) => other.endsWith(`.${type}`) && record.fields.some((f) => f.name === field && f.text),
  )
  return twin?.[1].fields.find((f) => f.name === field)?.text ?? ''
}

function addType(types, name, extra) {
  const fields = extra.fields.map((text) => {
    const [, field, required, type] = /^([^:!]+)(!?):(.+)$/.exec(text)
    return { name: field, type, required: required !== '', text: extra.texts?.[field] ?? '' }
  })
  const head = (text) => ['s', 's'].map((type, i) => ({ name: KEYS_OF_OBJECTS[i], type, required: false, text }))
  types.set(name, { kind: extra.kind, text: extra.text, fields: extra.kind ? [...head(''), ...fields] : fields })
  if (!extra.list) return
  types.set(`${name}List`, {
    kind: [extra.kind[0], `${extra.kind[1]}List`],
    text: `A list of ${extra.kind[1]}.`,
    fields: [
      ...head(''),
      { name: 'items', type: `[@${name}`, required: true, text: '' },
      { name: 'metadata', type: '@machinery.apis.meta.v1.ListMeta', required: false, text: '' },
    ],
  })
}

/** Copies all types of a version, or the named ones, to another version. */
function copyTypes(types, to, { of: from, apiVersion, types: wanted }) {
  for (const [name, record] of [...types]) {
    if (!name.startsWith(`${from}.`) || wanted?.includes(name.slice(from.length + 1)) === false) continue
    const rename = (text) => text.replace(`@${from}.`, `@${to}.`)
    types.set(name.replace(from, to), {
      ...record,
      kind: record.kind && [apiVersion, record.kind[1]],
      fields: record.fields.map((f) => ({ ...f, type: rename(f.type) })),
    })
  }
}

/** `extensions.v1beta1.Ingress` → [`extensions.v1beta1`, `Ingress`]. */
const split = (name) => [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.') + 1)]

/** Names under which facts about a type may be found: its own, then those of equal versions. */
function namesOf(name, { overlay }) {
  const [prefix, type] = split(name)
  return [name, ...(overlay.sameAs[prefix] ?? []).map((other) => `${other}.${type}`)]
}

const factsOf = (name, facts) =>
  namesOf(name, facts)
    .map((n) => facts.markers[n])
    .find(Boolean) ?? {}

function encodeField(type, { name, type: notation, required }, facts, ofKind) {
  const { overlay, formats } = facts
  let text = notation
  const has = (table) => namesOf(type, facts).some((n) => table?.[n]?.includes(name))
  const scalar = (from, to) => {
    text = text.replace(new RegExp(`${from}$`), to)
  }
  if (has(formats.byte) || has(overlay.byte)) scalar('s', 'y')
  if (has(formats.int64) || has(overlay.int64)) scalar('i', 'I')
  if (has(formats.double)) scalar('i', 'd')
  const first = text[0]
  const { keptWhenEmpty: kept, droppedWhenZero: dropped } = overlay
  const inverted = /^[sy[{tuq]/.test(first)
    ? kept.any.includes(name) || kept.of[type]?.includes(name)
    : /^[iIdb]/.test(first) &&
      (dropped.any.includes(name) || dropped.of[type]?.includes(name)) &&
      !dropped.not[type]?.includes(name)
  const fallback = overlay.defaults[type]?.[name]
  return [
    name,
    presenceOf(type, name, required, ofKind && text.startsWith('@'), overlay.alwaysPresent),
    ':',
    text,
    inverted && (!required || first === 's') && !text.endsWith('^') ? '^' : '',
    fallback === undefined ? '' : `=${fallback}`,
    markersOf(factsOf(type, facts)[name], text),
  ].join('')
}

/** `!` is required, `!-` is required but never filled in for answers, `&` is always included, `&22` from release 22 on, `&-34` up to 33. */
function presenceOf(type, field, required, structOfKind, { of, not }) {
  const excepted = not.includes(`${type}.${field}`)
  if (required) return excepted ? '!-' : '!'
  const [, since] = of[type]?.map((text) => text.split(' ')).find(([name]) => name === field) ?? []
  if (since) return `&${since}`
  const always = of[type]?.includes(field) || (structOfKind && (field === 'spec' || field === 'status') && !excepted)
  return always ? '&' : ''
}

function markersOf(marker, text) {
  if (!marker) return ''
  let out = ''
  if (marker.listType && text.startsWith('['))
    out += `*${marker.listType}${marker.listMapKeys ? `(${marker.listMapKeys})` : ''}`
  if (marker.mapType) out += `%${marker.mapType}`
  for (const strategy of marker.patchStrategy?.split(',') ?? [])
    out += `+${strategy}${strategy === 'merge' && marker.patchMergeKey && text.startsWith('[') ? `(${marker.patchMergeKey})` : ''}`
  return out && marker.since ? `${out}~` : out
}

/** Every fact of data/ must match a type and field: otherwise a misspelt one would silently do nothing. */
function check(types, { overlay, markers, formats }) {
  const wrong = []
  const expect = (table, where) => {
    for (const [type, fields] of Object.entries(table)) {
      if (type === 'note') continue
      const known = types.get(type)?.fields.map((f) => f.name)
      for (const field of Array.isArray(fields) ? fields : Object.keys(fields))
        if (field !== '.' && !known?.includes(field.split(' ')[0])) wrong.push(`${where}: ${type}.${field}`)
    }
  }
  expect(markers, 'merge-markers')
  for (const [format, table] of Object.entries(formats)) expect(table, format)
  expect(overlay.int64, 'overlay int64')
  expect(overlay.defaults, 'defaults')
  expect(overlay.keptWhenEmpty.of, 'keptWhenEmpty')
  expect(overlay.alwaysPresent.of, 'alwaysPresent')
  expect(overlay.droppedWhenZero.of, 'droppedWhenZero')
  expect(overlay.droppedWhenZero.not, 'droppedWhenZero')
  if (wrong.length > 0) throw new Error(`facts about unknown fields:\n${wrong.join('\n')}`)
}
