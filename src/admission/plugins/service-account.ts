import type * as core from 'kt126/core/v1'
import { type PodSpec, podOf } from '../../api/kinds/shared/pod-types'
import {
  TOKEN_SECRET_TYPE,
  ACCOUNT_NAME_ANNOTATION,
  ACCOUNT_UID_ANNOTATION,
} from '../../api/kinds/authentication/token-claims'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import { alignServiceAccount } from '../../api/kinds/shared/pod-defaults'
import { behaves } from '../../api/releases/ledger'
import { namedByPod } from '../../authorization/node-references'
import { ApiError } from '../../machinery/api-error'
import { steadySleep } from '../../machinery/clock'
import { type MaybePromise, whenReady } from '../../machinery/maybe-promise'
import type { ApiObject } from '../../machinery/object'
import type { ObjectReader } from '../../machinery/reader'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { mountToken, projectedToken, secretToken, type TokenVolume } from '../service-account/token-volume'
import { isMirror, podSpecIn } from '../shared/pods'
import { refused } from '../shared/request'

type Account = Draft<core.ServiceAccount>

const ACCOUNTS = { group: '', resource: 'serviceaccounts' }
const SECRETS = { group: '', resource: 'secrets' }
const DEFAULT_NAME = 'default'
const ENFORCE_ANNOTATION = 'orch.io/enforce-mountable-secrets'
/** A controller creates the default account of a new namespace, so a missing one is looked up this often. */
const DEFAULT_ATTEMPTS = 10
/** Milliseconds between two attempts, and how many more there are at most. */
const ATTEMPT_MS = 100
const JITTER_MS = 100

/** Assigns pods a service account and mounts its token (admission document, ServiceAccount). */
export function serviceAccount(environment: AdmissionEnvironment): AdmissionPlugin {
  const { reader, clock, random, feature, flag, release } = environment
  const switchedOff = /BoundServiceAccountTokenVolume=(f|0)/i.test(flag('feature-gates') ?? '')
  const projected =
    feature('BoundServiceAccountTokenVolume') ||
    (behaves('projected-token-volume-without-gate', release) && !switchedOff)

  const find = (request: AdmissionRequest, name: string) => {
    const found = reader.get(ACCOUNTS, request.namespace, name)
    return found && asDraft<core.ServiceAccount>(found)
  }
  /** Waits in real time: a clock that is held must not hold requests. */
  async function awaited(request: AdmissionRequest): Promise<Account | undefined> {
    const [byte = 0] = random.bytes(1)
    const ms = ATTEMPT_MS + (JITTER_MS * byte) / 256
    let account: Account | undefined
    for (let attempt = 1; attempt < DEFAULT_ATTEMPTS && !account; attempt++) {
      await steadySleep(clock, ms, request.signal)
      account = find(request, DEFAULT_NAME)
    }
    return account
  }
  const accountOf = (request: AdmissionRequest, name: string): MaybePromise<Account> =>
    whenReady(find(request, name) ?? (name === DEFAULT_NAME ? awaited(request) : undefined), (account) => {
      if (account) return account
      throw refused(
        request,
        `error looking up service account ${request.namespace}/${name}: serviceaccount "${name}" not found`,
      )
    })

  const tokenOf = (request: AdmissionRequest, account: Account): TokenVolume =>
    projected ? projectedToken(random) : secretToken(tokenSecretOf(reader, request.namespace, account), random)

  function validate(request: AdmissionRequest): MaybePromise<void> {
    const spec = podSpecIn(request)
    if (!spec || !request.object) return
    if (isMirror(request.object)) return refuseMirror(request, request.object)
    if (!spec.serviceAccountName) throw refused(request, 'no service account specified for the pod')
    return whenReady(accountOf(request, spec.serviceAccountName), (account) => {
      const enforced = account.metadata?.annotations?.[ENFORCE_ANNOTATION] ?? ''
      if (/^(1|t|true)$/i.test(enforced)) limitSecrets(request, account, spec)
    })
  }

  return {
    name: 'ServiceAccount',
    operations: ['CREATE'],
    admit(request) {
      const spec = podSpecIn(request)
      if (!spec || !request.object) return
      // Mirror pods stay exactly as the kubelet describes them.
      if (isMirror(request.object)) return validate(request)
      spec.serviceAccountName ||= DEFAULT_NAME
      // Webhooks see both names of the field, whichever the client used.
      alignServiceAccount(spec)
      return whenReady(accountOf(request, spec.serviceAccountName), (account) => {
        const automount = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true
        if (automount) mountToken(spec, tokenOf(request, account))
        const pullSecrets = account.imagePullSecrets ?? []
        if ((spec.imagePullSecrets ?? []).length === 0 && pullSecrets.length > 0)
          spec.imagePullSecrets = pullSecrets.map((ref) => ({ ...ref }))
        // Report account restrictions before validating the pod itself.
        return validate(request)
      })
    },
    validate,
  }
}

/** The account's first token secret. Throws 500 while there is none. */
function tokenSecretOf(reader: ObjectReader, namespace: string, account: Account): string {
  for (const { name = '' } of account.secrets ?? []) {
    const secret = reader.get(SECRETS, namespace, name)
    const annotations = secret?.metadata.annotations ?? {}
    if (
      secret?.type === TOKEN_SECRET_TYPE &&
      annotations[ACCOUNT_NAME_ANNOTATION] === account.metadata?.name &&
      // A token secret without uid belongs to any account of that name.
      [undefined, '', account.metadata?.uid].includes(annotations[ACCOUNT_UID_ANNOTATION])
    )
      return name
  }
  throw new ApiError(
    500,
    'ServerTimeout',
    `No API token found for service account "${account.metadata?.name ?? ''}", retry after the token is automatically created and added to the service account`,
    { kind: 'serviceaccounts', retryAfterSeconds: 1 },
  )
}

function refuseMirror(request: AdmissionRequest, pod: ApiObject): void {
  const named = new Map(namedByPod(pod))
  if ((named.get('serviceaccount') ?? []).length > 0)
    throw refused(request, 'a mirror pod may not reference service accounts')
  if ((named.get('secret') ?? []).length > 0) throw refused(request, 'a mirror pod may not reference secrets')
  const tokens = (podOf(pod).spec?.volumes ?? []).some(({ projected }) =>
    projected?.sources?.some(({ serviceAccountToken }) => serviceAccountToken !== undefined),
  )
  if (tokens) throw refused(request, 'a mirror pod may not use ServiceAccountToken volume projections')
}

/** Enforces that pods use only the secrets listed by their account, if it says so. */
function limitSecrets(request: AdmissionRequest, account: Account, spec: PodSpec): void {
  const listed = new Set((account.secrets ?? []).map(({ name }) => name))
  const name = account.metadata?.name ?? ''
  const refuse = (what: string, unlisted = 'secret') =>
    refused(request, `${what} is not allowed because service account ${name} does not reference that ${unlisted}`)
  for (const { secret } of spec.volumes ?? [])
    if (secret && !listed.has(secret.secretName))
      throw refuse(`volume with secret.secretName="${secret.secretName ?? ''}"`)
  for (const list of ['initContainers', 'containers'] as const)
    for (const { name: container = '', env = [] } of spec[list] ?? [])
      for (const { name: variable = '', valueFrom } of env) {
        const secret = valueFrom?.secretKeyRef?.name
        if (secret !== undefined && !listed.has(secret))
          throw refuse(`container ${container} with envVar ${variable} referencing secret.secretName="${secret}"`)
      }
  const pull = new Set((account.imagePullSecrets ?? []).map((ref) => ref.name))
  for (const [i, ref] of (spec.imagePullSecrets ?? []).entries())
    if (!pull.has(ref.name)) throw refuse(`imagePullSecrets[${i}].name="${ref.name ?? ''}"`, 'imagePullSecret')
}
