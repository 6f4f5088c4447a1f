import { StatusError } from '../../../client/status-error'
import type { ApiObject } from '../../../machinery/object'
import type { Call, Command } from '../../core/command'
import { CommandError } from '../../core/errors'
import { PRINT_FLAGS, printerOf } from '../../print/printer'
import { formatRows } from '../../print/tabwriter'

interface UserInfo {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** The command `orchctl auth whoami`. */
export const WHOAMI: Command = {
  name: 'whoami',
  short: 'Experimental: Check self subject attributes',
  flags: PRINT_FLAGS,
  run: whoami,
}

async function whoami({ session, flags }: Call): Promise<void> {
  const printer = await printerOf(session, flags)
  const review = await ask(session)
  if (printer) {
    session.io.stdout(printer.print(review, 0))
    return
  }
  const { userInfo = {} } = (review.status ?? {}) as { userInfo?: UserInfo }
  const rows = [['ATTRIBUTE', 'VALUE']]
  if (userInfo.username) rows.push(['Username', userInfo.username])
  if (userInfo.uid) rows.push(['UID', userInfo.uid])
  if (userInfo.groups?.length) rows.push(['Groups', `[${userInfo.groups.join(' ')}]`])
  for (const [key, values] of Object.entries(userInfo.extra ?? {}).sort())
    rows.push([`Extra: ${key}`, `[${values.join(' ')}]`])
  session.io.stdout(formatRows(rows))
}

/** Uses the newest version that the server has. */
async function ask(session: Call['session']): Promise<ApiObject> {
  const api = await session.api()
  for (const version of ['v1', 'v1beta1', 'v1alpha1'])
    try {
      const apiVersion = `authentication.orch.io/${version}`
      return await api.json<ApiObject>('POST', `/apis/${apiVersion}/selfsubjectreviews`, {
        body: {
          apiVersion,
          kind: 'SelfSubjectReview',
          metadata: { creationTimestamp: null },
          status: { userInfo: {} },
        },
      })
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      if (error.reason === 'Forbidden')
        throw new CommandError(
          'the selfsubjectreviews API is not enabled in the cluster or you do not have permission to call it',
        )
      if (error.reason !== 'NotFound') throw error
    }
  throw new CommandError(
    'the selfsubjectreviews API is not enabled in the cluster\nenable APISelfSubjectReview feature gate and authentication.orch.io/v1alpha1 or authentication.orch.io/v1beta1 API',
  )
}
