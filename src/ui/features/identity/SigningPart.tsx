import { Button } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { SIGNER_RULES } from '../../../api/kinds/certificates/certificate-signing-request/signers'
import { isStatus } from '../../../client/status-error'
import { isObject, textsIn } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { parseBundle } from '../../../pki/chain'
import { parseRequestPem } from '../../../pki/request'
import { notifyDone } from '../../state/notify'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useClient } from '../../state/connection'
import { useClusterCa } from '../../queries/cluster-ca'
import { objectPlace, useGo } from '../../state/place'
import { Panel } from '../../components/Panel'
import type { StoredIdentity } from '../../state/keyring'
import { useAction } from '../../state/use-action'
import { textOf } from './text'
import { REQUESTS, STATE_TONES, stateOf, useCsrStore } from './csr-store'
import { RequestedStep, DecisionStep, SignedStep } from './SigningSteps'
import { UseStep } from './UseStep'

const RBAC = 'rbac.authorization.orch.io'

/** The progress of a signing request: fields, decision, certificate and its use. */
export function SigningPart({ object }: { readonly object: ApiObject }) {
  const client = useClient()
  const go = useGo()
  const name = object.metadata.name ?? ''
  const mine = useCsrStore((state) => state.made[name])
  const { act, running, error, failed = '' } = useAction()
  /** The error at the step where it happened: a panel's top may be out of sight. */
  const faultAt = (...steps: readonly string[]): ReactNode =>
    error !== undefined && steps.includes(failed) && <ErrorMessage error={error} />
  const spec = isObject(object['spec']) ? object['spec'] : {}
  const usages = textsIn(spec['usages'])
  const signerName = textOf(spec['signerName'])
  const rule = SIGNER_RULES.get(signerName)
  const { word, certificate } = stateOf(object)
  const requestPem = textOf(spec['request'])
  const request = useMemo(() => {
    try {
      return parseRequestPem(atob(requestPem))
    } catch {
      return undefined // the server accepted what this page can't parse: still show the object
    }
  }, [requestPem])
  const parsed = useMemo(() => (certificate ? parseBundle(certificate)[0] : undefined), [certificate])
  const ca = useClusterCa()
  const kept: StoredIdentity | undefined =
    parsed && mine && certificate
      ? {
          id: `certificate:${name}`,
          name: parsed.subject.commonName,
          groups: parsed.subject.organizations,
          note: `Certificate from request ${name}`,
          credential: { type: 'certificate', certificate, key: mine.key },
          until: parsed.notAfter,
        }
      : undefined
  const refusal = request && rule?.(request, usages)
  const bind = (): Promise<boolean> =>
    act(async () => {
      const user = parsed?.subject.commonName ?? ''
      try {
        await client.create(
          { group: RBAC, version: 'v1', resource: 'clusterrolebindings' },
          {
            apiVersion: `${RBAC}/v1`,
            kind: 'ClusterRoleBinding',
            metadata: { name: `workshop-view-${name}` },
            subjects: [{ kind: 'User', name: user, apiGroup: RBAC }],
            roleRef: { kind: 'ClusterRole', name: 'view', apiGroup: RBAC },
          },
        )
      } catch (failure) {
        if (!isStatus(failure, 'AlreadyExists')) throw failure
      }
      notifyDone(`${user} can view`, 'Bound to ClusterRole view')
    }, 'bind')
  return (
    <Panel
      title={name}
      actions={
        <>
          <Verdict tone={STATE_TONES[word]}>{word}</Verdict>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => go(objectPlace(REQUESTS, undefined, name, { tab: 'yaml' }))}
          >
            View object
          </Button>
        </>
      }
    >
      <div className="o-panel-body" aria-live="polite">
        <ol className="o-steps">
          <RequestedStep spec={spec} signerName={signerName} usages={usages} request={request} />
          <DecisionStep
            word={word}
            running={running}
            act={act}
            refusal={refusal}
            object={object}
            fault={faultAt('approve', 'deny')}
          />
          {word !== 'denied' && word !== 'failed' && (
            <SignedStep
              parsed={parsed}
              ca={ca}
              word={word}
              rule={rule}
              refusal={refusal}
              signerName={signerName}
              running={running}
              act={act}
              object={object}
              fault={faultAt('sign')}
            />
          )}
          {certificate && parsed && (
            <UseStep
              kept={kept}
              running={running}
              bind={bind}
              fault={faultAt('bind')}
              parsed={parsed}
              name={name}
              certificate={certificate}
              mine={mine}
              ca={ca.pem}
            />
          )}
        </ol>
      </div>
    </Panel>
  )
}
