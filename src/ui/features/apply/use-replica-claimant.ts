import type { RefObject } from 'react'
import { REPLICAS } from './autoscaler'
import { TEMPORARY } from './HandOverPanel'
import { placeIn } from './intents'
import type { Lab, Manager } from './lab'

/** Who claims spec.replicas in a manifest, and who did last: the person who may hand it over. */
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
  // Whoever claimed the field last stays the one who gives it up, also when the claim is gone.
  const claimant = [active, ...lab.managers].find(
    (manager) => manager && manager.name !== TEMPORARY && claims(manager.text),
  )
  if (claimant) handing.current = claimant.name
  const person = lab.managers.find(({ name: each }) => each === handing.current)?.name ?? active?.name
  return person
}
