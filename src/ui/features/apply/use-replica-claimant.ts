import type { RefObject } from 'react'
import { REPLICAS } from './autoscaler'
import { TEMPORARY } from './HandOverPanel'
import { placeIn } from './intents'
import type { Lab, Manager } from './lab'

/** The manager whose manifest claims spec.replicas, or claimed it last; it can hand the field over. */
export function useReplicaClaimant({
  lab,
  active,
  handing,
}: {
  readonly lab: Lab
  readonly active: Manager | undefined
  readonly handing: RefObject<string | undefined>
}) {
  const claims = (text: string): boolean => placeIn(text, REPLICAS, lab.structure) !== undefined
  // After the field is removed, its last claimant is still the one to transfer it.
  const claimant = [active, ...lab.managers].find(
    (manager) => manager && manager.name !== TEMPORARY && claims(manager.text),
  )
  if (claimant) handing.current = claimant.name
  const person = lab.managers.find(({ name: each }) => each === handing.current)?.name ?? active?.name
  return person
}
