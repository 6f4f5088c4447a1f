import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { gatherObjects } from '../../../scenarios/gather-objects'
import { messageOf } from '../../../machinery/message-of'
import { deletedOf } from '../../../scenarios/start-objects'
import type { ScenarioClock } from '../../../scenarios/scenario'
import type { ClockState } from '../../../server/control'
import { carriedWebhooks } from '../../queries/scenario-webhooks'
import { type Session, useSession } from '../../state/connection'
import { ADMIN } from '../../state/identity'
import { type Shareable, wholeFlags } from './shared-scenario'

/** A clock that is less far ahead counts as running in real time. */
const LEAST_AHEAD_MS = 2_000

function clockOf({ mode, now }: ClockState): ScenarioClock | undefined {
  const ahead = now - Date.now()
  const held = mode === 'held'
  if (!held && ahead < LEAST_AHEAD_MS) return undefined
  return { ...(held && { held }), ...(ahead >= LEAST_AHEAD_MS && { ahead: `${Math.round(ahead / 1000)}s` }) }
}

async function deletions(
  session: Session,
  argv: readonly string[],
  objects: Shareable['objects'],
): Promise<Pick<Shareable, 'deleted' | 'startUnknown'>> {
  try {
    return { deleted: deletedOf(await session.control('start-objects', { argv }), objects) }
  } catch (error) {
    return { deleted: [], startUnknown: messageOf(error) } // for example flags that need something outside the cluster
  }
}

async function shareable(session: Session): Promise<Shareable> {
  const objects = await gatherObjects(session.clientAs(ADMIN, 'background'))
  const { argv } = await session.control('link', { action: 'state' })
  const clock = clockOf(await session.control('clock', { action: 'read' }))
  const webhooks = await carriedWebhooks(session)
  const flags = wholeFlags(argv)
  const page = location.hash.slice(1) || '/'
  return { objects, flags, page, clock, webhooks, ...(await deletions(session, argv, objects)) }
}

/** Reads what a link could include, when the dialog opens. */
export function useShareable(): UseQueryResult<Shareable> {
  const session = useSession()
  return useQuery({
    queryKey: ['shareable'],
    queryFn: () => shareable(session),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}
