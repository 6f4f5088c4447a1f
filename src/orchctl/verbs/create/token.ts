import type { Call, Command } from '../../core/command'
import { CommandError } from '../../core/errors'
import { PRINT_FLAGS, printerOf } from '../../print/printer'
import type { ApiObject } from '../../../machinery/object'
import { messageOf } from '../../../machinery/message-of'
import { oneName } from './generator'

/** `create token`: requests a token for a service account. */
export const TOKEN: Command = {
  name: 'token',
  short: 'Request a service account token',
  flags: [
    ...PRINT_FLAGS,
    { name: 'audience', type: 'strings', help: 'Audience of the token; may be given more than once' },
    {
      name: 'bound-object-kind',
      type: 'string',
      help: 'Kind of the object that the token is bound to: Pod, Secret or Node',
    },
    { name: 'bound-object-name', type: 'string', help: 'Name of that object' },
    { name: 'bound-object-uid', type: 'string', help: 'UID of that object' },
    { name: 'duration', type: 'duration', default: '0s', help: 'How long the token is to last' },
  ],
  run: createToken,
}

async function createToken(call: Call): Promise<void> {
  const { session, flags } = call
  const name = oneName(call)
  const duration = flags.duration('duration')
  if (duration < 0) throw new CommandError('--duration must be greater than or equal to 0')
  if (duration % 1000 !== 0) throw new CommandError('--duration cannot be expressed in units less than seconds')
  const [kind, boundName, uid] = ['kind', 'name', 'uid'].map((part) => flags.string(`bound-object-${part}`))
  if (kind && !BOUND_KINDS.includes(kind))
    throw new CommandError(`supported --bound-object-kind values are ${BOUND_KINDS.join(', ')}`)
  if (kind && !boundName) throw new CommandError('--bound-object-name is required if --bound-object-kind is provided')
  for (const [part, value] of Object.entries({ name: boundName, uid }))
    if (!kind && value)
      throw new CommandError(`--bound-object-${part} can only be set if --bound-object-kind is provided`)
  const request = {
    apiVersion: 'authentication.orch.io/v1',
    kind: 'TokenRequest',
    metadata: { creationTimestamp: null },
    spec: {
      audiences: flags.list('audience').length > 0 ? [...flags.list('audience')] : null,
      ...(duration > 0 && { expirationSeconds: duration / 1000 }),
      boundObjectRef: kind ? { kind, apiVersion: 'v1', name: boundName ?? '', ...(uid && { uid }) } : null,
    },
    status: { token: '', expirationTimestamp: null },
  }
  const namespace = (await session.namespace()).name
  const printer = await printerOf(session, flags)
  let answer: ApiObject & { status?: { token?: string } }
  try {
    answer = await (
      await session.api()
    ).json(
      'POST',
      `/api/v1/namespaces/${encodeURIComponent(namespace)}/serviceaccounts/${encodeURIComponent(name)}/token`,
      {
        body: request,
        subject: { group: '', resource: 'serviceaccounts', name },
      },
    )
  } catch (error) {
    throw new CommandError(`failed to create token: ${messageOf(error)}`)
  }
  const token = answer.status?.token ?? ''
  if (token === '') throw new CommandError('failed to create token: no token in server response')
  const shown = { ...answer, metadata: { creationTimestamp: null, ...answer.metadata } } as unknown as ApiObject
  if (printer) session.io.stdout(printer.print(shown, 0))
  else session.out(token)
}

/** The kinds that a token may be bound to. */
const BOUND_KINDS = ['Node', 'Pod', 'Secret']
