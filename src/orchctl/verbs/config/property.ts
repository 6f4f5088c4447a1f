import type { Call } from '../../core/command'
import { CommandError } from '../../core/errors'
import { type Editable, type Kind, openFile, saveFile } from './editable-config'

/** `users.alice.token` as the kind, the name and the field; names may hold dots when an entry has such a name. */
function property(config: Editable, text: string): { kind: Kind; name: string; field: string } | 'current-context' {
  if (text === 'current-context') return text
  const [kind = '', ...rest] = text.split('.')
  if (kind !== 'clusters' && kind !== 'users' && kind !== 'contexts')
    throw new CommandError(`unable to parse ${text} after [] at api.Config`)
  for (let length = rest.length; length > 0; length--) {
    const name = rest.slice(0, length).join('.')
    if (config[kind].has(name)) return { kind, name, field: rest.slice(length).join('.') }
  }
  return {
    kind,
    name: rest.slice(0, -1).join('.') || (rest[0] ?? ''),
    field: rest.length > 1 ? (rest.at(-1) ?? '') : '',
  }
}

/** Sets the field that the first argument names; removes it, or a whole entry, when `value` is undefined. */
export async function setProperty(call: Call, value: string | undefined): Promise<void> {
  const { session, args } = call
  const [text = ''] = args
  const { path, config } = await openFile(call)
  const at = property(config, text)
  if (at === 'current-context') config.currentContext = value ?? ''
  else if (at.field === '') {
    if (value !== undefined) throw new CommandError(`can't set a struct to a value: ${text}`)
    config[at.kind].delete(at.name)
  } else {
    const entry = { ...config[at.kind].get(at.name) }
    if (value === undefined) delete entry[at.field]
    else entry[at.field] = at.field === 'insecure-skip-tls-verify' ? value === 'true' : value
    config[at.kind].set(at.name, entry)
  }
  await saveFile(call, path, config)
  session.out(`Property ${JSON.stringify(text)} ${value === undefined ? 'unset' : 'set'}.`)
}
