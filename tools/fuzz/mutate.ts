import { type Dice, type FuzzRequest, pick } from './requests'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']
const TEXTS = [
  '',
  '0',
  '-1',
  '9007199254740993',
  '9223372036854775808',
  '1e400',
  'null',
  'true',
  '__proto__',
  'constructor',
  '..',
  '%2e%2e',
  '%zz',
  '\u0000',
  '\ud800',
  'ä😀',
  'a\'b"c\\d',
  '<script>',
  'a'.repeat(300),
  '*',
  '/',
  '{}',
  '[]',
]
const NAMES = [
  ...['limit', 'continue', 'watch', 'resourceVersion', 'resourceVersionMatch', 'timeoutSeconds', 'fieldSelector'],
  ...['labelSelector', 'dryRun', 'fieldManager', 'force', 'fieldValidation', 'pretty', 'timeout', 'gracePeriodSeconds'],
  ...['propagationPolicy', 'allowWatchBookmarks', 'sendInitialEvents', '__proto__'],
]
const TYPES = [
  'application/json',
  'application/yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'application/vnd.orch.protobuf',
  'text/plain',
  '',
]
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  'x',
  [],
  {},
  [null],
  { a: null },
  [[]],
  'ü'.repeat(100),
]

/** A copy of a request with one to four changes. */
export function mutated(request: FuzzRequest, dice: Dice): FuzzRequest {
  let result = request
  for (let i = 0; i <= Math.floor(dice() * 4); i += 1) result = pick(dice, MUTATIONS)(result, dice)
  return result
}

type Mutation = (request: FuzzRequest, dice: Dice) => FuzzRequest

const queryText = (text: string): string => encodeURIComponent(text.toWellFormed())

const MUTATIONS: readonly Mutation[] = [
  (request, dice) => ({ ...request, method: pick(dice, METHODS) }),
  (request, dice) => {
    const segments = request.path.split('/')
    segments[Math.floor(dice() * segments.length)] = pick(dice, TEXTS).replace(/[^\x21-\x7e]/g, '')
    return { ...request, path: `/${segments.join('/').replace(/^\/+/, '')}` }
  },
  (request, dice) => {
    const sign = request.path.includes('?') ? '&' : '?'
    return { ...request, path: `${request.path}${sign}${pick(dice, NAMES)}=${queryText(pick(dice, TEXTS))}` }
  },
  (request, dice) => ({ ...request, headers: { ...request.headers, 'content-type': pick(dice, TYPES) } }),
  (request, dice) => ({
    ...request,
    headers: {
      ...request.headers,
      accept: pick(dice, [...TYPES, 'application/json;as=Table;v=v1;g=meta.orch.io', '*/*;q=0']),
    },
  }),
  brokenBody,
  changedValue,
  changedValue,
  changedValue,
]

function brokenBody(request: FuzzRequest, dice: Dice): FuzzRequest {
  const { body } = request
  if (body === undefined) return request
  const at = Math.floor(dice() * body.length)
  const end = at + Math.floor(dice() * 8)
  return {
    ...request,
    body: body.slice(0, at) + pick(dice, [...TEXTS, '"', '}', ']', ',', '- ', '\n']) + body.slice(end),
  }
}

/** Replaces, removes or repeats one value in a JSON body. */
function changedValue(request: FuzzRequest, dice: Dice): FuzzRequest {
  let root: unknown
  try {
    root = JSON.parse(request.body ?? '')
  } catch {
    return brokenBody(request, dice) // the body is already invalid
  }
  const places: [Record<string, unknown>, string][] = []
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      places.push([node as Record<string, unknown>, key])
      collect(value)
    }
  }
  collect(root)
  if (places.length === 0) return request
  const [parent, key] = pick(dice, places)
  const kind = dice()
  if (kind < 0.2) delete parent[key]
  else if (kind < 0.4) parent[pick(dice, TEXTS)] = parent[key]
  else if (kind < 0.5 && Array.isArray(parent)) parent.push(...(parent as unknown[]).slice(0, 50))
  else parent[key] = dice() < 0.5 ? pick(dice, VALUES) : pick(dice, TEXTS)
  return { ...request, body: JSON.stringify(root) }
}
