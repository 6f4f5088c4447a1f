import type { Client } from '../../client/client'
import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import {
  byRevision,
  deploymentOf,
  DEPLOYMENTS,
  int64Of,
  ownAnnotations,
  revisionOf,
  ROLLBACK,
  setOf,
  sharedAnnotations,
  withoutHash,
} from './deployment-sets'
import type { Recorder } from './events'

/** The revision to which a deployment is to be rolled back (0 is the one before), as old clients ask for it; undefined if to none. */
export const rollbackOf = ({ metadata }: ApiObject): bigint | undefined => int64Of(metadata.annotations?.[ROLLBACK])

/** Gives a deployment the template of an earlier set, or tells why it can't, and removes the request in both cases. */
export async function rollBack(
  client: Client,
  events: Recorder,
  deployment: ApiObject,
  sets: readonly ApiObject[],
  wanted: bigint,
): Promise<void> {
  const revision = wanted || (byRevision(sets).map(revisionOf).at(-2) ?? 0n)
  const set = revision === 0n ? undefined : sets.find((candidate) => revisionOf(candidate) === revision)
  const name = deployment.metadata.name ?? ''
  const { spec } = deploymentOf(deployment)
  const updated = clone(deployment)
  const template = set && withoutHash(setOf(set).spec?.template)
  const changes = template !== undefined && !equal(template, withoutHash(spec?.template))
  if (set && changes) {
    updated.spec = { ...spec, template }
    updated.metadata.annotations = { ...ownAnnotations(deployment), ...sharedAnnotations(set) }
  } else if (set)
    await events(
      deployment,
      'Warning',
      'DeploymentRollbackTemplateUnchanged',
      `The rollback revision contains the same template as current deployment "${name}"`,
    )
  else
    await events(
      deployment,
      'Warning',
      'DeploymentRollbackRevisionNotFound',
      revision === 0n ? 'Unable to find last revision.' : 'Unable to find the revision to rollback to.',
    )
  delete updated.metadata.annotations?.[ROLLBACK]
  await client.update({ ...DEPLOYMENTS, namespace: deployment.metadata.namespace }, updated)
  if (changes)
    await events(deployment, 'Normal', 'DeploymentRollback', `Rolled back deployment "${name}" to revision ${revision}`)
}
