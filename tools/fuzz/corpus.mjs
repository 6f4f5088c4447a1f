import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
}
const MAPS = '/api/v1/namespaces/default/configmaps'
const BUILT_IN = [
  { method: 'GET', path: MAPS, headers: {} },
  { method: 'GET', path: '/apis', headers: {} },
  {
    method: 'POST',
    path: MAPS,
    headers: { 'content-type': 'application/json' },
    body: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"a","labels":{"a":"b"}},"data":{"a":"b"}}',
  },
  {
    method: 'POST',
    path: '/api/v1/namespaces/default/pods?dryRun=All',
    headers: { 'content-type': 'application/json' },
    body: '{"metadata":{"name":"p"},"spec":{"containers":[{"name":"a","image":"b","ports":[{"containerPort":80}]}]}}',
  },
  {
    method: 'PATCH',
    path: `${MAPS}/fuzz-base`,
    headers: { 'content-type': TYPES.json },
    body: '[{"op":"add","path":"/data/a","value":"b"},{"op":"test","path":"/data/a","value":"b"}]',
  },
  {
    method: 'DELETE',
    path: `${MAPS}/x`,
    headers: { 'content-type': 'application/json' },
    body: '{"propagationPolicy":"Foreground"}',
  },
]

/** Initial requests: those of the recorded scenarios in a folder, if it exists, else a few built-in ones. */
export async function corpusOf(folder) {
  if (!existsSync(folder)) return BUILT_IN
  const found = [...BUILT_IN]
  const take = (node) => {
    if (typeof node !== 'object' || node === null) return
    if (typeof node.do === 'string') found.push(requestOf(node))
    else for (const value of Object.values(node)) take(value)
  }
  for (const name of await readdir(folder))
    if (name.endsWith('.mjs')) take((await import(pathToFileURL(join(folder, name)).href)).scenarios)
  return found
}

function requestOf({ do: line, type, body, headers = {} }) {
  const [method, ...path] = line.split(' ')
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  const placed = (value) => value.replaceAll('{ns}', 'default').replace(/\{[A-Za-z]\w*\}/g, '1')
  return {
    method,
    path: placed(path.join(' ')),
    headers: { ...(text !== undefined && { 'content-type': TYPES[type] ?? type ?? 'application/json' }), ...headers },
    ...(text !== undefined && { body: placed(text) }),
  }
}
