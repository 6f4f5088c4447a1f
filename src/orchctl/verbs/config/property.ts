import type { Call } from '../../core/command'
import { byText } from '../../../machinery/by-text'
import { encodeBase64 } from '../../../machinery/base64'
import type { Json } from '../../../machinery/json'
import { base64Mistake } from '../../config/config-file'
import { CommandError } from '../../core/errors'
import { type Editable, type Kind, openFile, saveFile } from './editable-config'

/** Splits `users.alice.token` into kind, name and field; a name may contain dots if an entry has that name. */
function property(config: Editable, text: string): { kind: Kind; name: string; field: string } | 'current-context' {
  if (text === 'current-context') return text
  const [kind = '', ...rest] = text.split('.')
  if (kind !== 'clusters' && kind !== 'users' && kind !== 'contexts')
    throw new CommandError(`unable to parse ${text} after [] at api.Config`)
  for (let length = rest.length; length > 0; length--) {
    const name = rest.slice(0, length).join('.')
    if (!config[kind].has(name)) continue
    const field = rest.slice(length).join('.')
    if (field !== '' && !FIELDS[kind].includes(field.split('.')[0] ?? '')) throw wholeMap(config, kind)
    return { kind, name, field }
  }
  // The name of a new entry ends before the first segment that is a field.
  const at = rest.findIndex((part, i) => i > 0 && FIELDS[kind].includes(part))
  if (at < 0) return { kind, name: rest.join('.'), field: '' }
  return { kind, name: rest.slice(0, at).join('.'), field: rest.slice(at).join('.') }
}

/** A whole map can't be a value. The reference client prints its entries with their memory addresses. */
function wholeMap(config: Editable, kind: Kind): CommandError {
  const entries = [...config[kind].keys()]
    .sort(byText)
    .map((name, at) => `${name}:0xc000${(0x1c4000 + at * 0x80).toString(16)}`)
  return new CommandError(`can't set a map to a value: map[${entries.join(' ')}]`)
}

/** The fields of entries. */
const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  clusters: [
    'server',
    'tls-server-name',
    'insecure-skip-tls-verify',
    'certificate-authority',
    'certificate-authority-data',
    'proxy-url',
    'disable-compression',
  ],
  users: [
    'client-certificate',
    'client-certificate-data',
    'client-key',
    'client-key-data',
    'token',
    'tokenFile',
    'act-as',
    'act-as-uid',
    'act-as-groups',
    'act-as-user-extra',
    'username',
    'password',
    'auth-provider',
    'exec',
  ],
  contexts: ['cluster', 'user', 'namespace'],
}

/** The value of a text for a field: a boolean, base64 data, or the text itself. @throws CommandError for invalid base64 */
function valueOf(field: string, value: string, raw: boolean): Json {
  if (field === 'insecure-skip-tls-verify' || field === 'disable-compression') return value === 'true'
  if (!field.endsWith('-data')) return value
  if (raw) return encodeBase64(new TextEncoder().encode(value))
  const mistake = base64Mistake(value)
  if (mistake !== undefined) throw new CommandError(`error decoding input value: ${mistake}`)
  return value
}

/** Sets the field that the first argument names; removes it, or a whole entry, if `value` is undefined. */
export async function setProperty(call: Call, value: string | undefined): Promise<void> {
  const { session, args } = call
  const [text = ''] = args
  const { path, config } = await openFile(call)
  const at = property(config, text)
  if (at === 'current-context') config.currentContext = value ?? ''
  else if (at.field === '') {
    if (value !== undefined) throw wholeMap(config, at.kind)
    config[at.kind].delete(at.name)
  } else {
    const entry = { ...config[at.kind].get(at.name) }
    if (at.field.includes('.')) throw new CommandError(`unable to parse one or more field values of ${text}`)
    if (value === undefined) delete entry[at.field]
    else entry[at.field] = valueOf(at.field, value, call.flags.bool('set-raw-bytes'))
    config[at.kind].set(at.name, entry)
  }
  await saveFile(call, path, config)
  session.out(`Property ${JSON.stringify(text)} ${value === undefined ? 'unset' : 'set'}.`)
}
