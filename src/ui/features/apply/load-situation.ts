import type { Client } from '../../../client/client'
import { useDrafts } from '../../state/drafts'
import { labKey } from '../../state/lab-place'
import { enact } from './enact'
import type { Situation } from './situations'

/** Creates a situation from its start, with its manifests in the editors. Rejects with the server's refusal. */
export async function loadSituation(client: Client, situation: Situation): Promise<void> {
  const { target, name, past, refused } = situation
  await enact(client, situation)
  const key = labKey(target, target.namespace, name)
  const { drop, keep, drafts } = useDrafts.getState()
  for (const id of Object.keys(drafts)) if (id.startsWith(key)) drop(id)
  for (const deed of past)
    if ('apply' in deed && deed.by !== refused.manager) keep(key + deed.by, deed.apply, deed.apply)
  keep(key + refused.manager, refused.text)
}
