import { Button } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../../../components/CopyButton'
import { toYaml } from '../../../components/editor/documents'
import { findKind } from '../../../queries/discovery'
import { useDiscovery } from '../../../queries/use-discovery'
import { useClient } from '../../../state/connection'
import { notifyDone, notifyError } from '../../../state/notify'
import { applyDocuments } from '../registration'
import { sendThrough } from '../send-through'
import { newestVersion, policyKind, registrationText } from './policy-texts'
import type { Bench } from './use-bench'

const NOT_SERVED: Readonly<Record<string, string>> = {
  ValidatingAdmissionPolicy:
    'This cluster does not serve ValidatingAdmissionPolicy: it needs release 1.30 or later, or from release 1.26 a feature gate and --runtime-config.',
  MutatingAdmissionPolicy:
    'This cluster does not serve MutatingAdmissionPolicy: it needs release 1.32 or later, with a feature gate and --runtime-config.',
}

/** Registers the policy in the simulated cluster, and sends the request as a dry run. */
export function RegisterPolicy({ bench: { name, policy, spec, asked } }: { readonly bench: Bench }) {
  const client = useClient()
  const discovery = useDiscovery().data
  const [busy, setBusy] = useState(false)
  const kind = spec.problem === undefined ? policyKind(spec.value) : 'ValidatingAdmissionPolicy'
  const apiVersion = newestVersion(discovery, kind)
  /** What is registered, as YAML; empty if the policy cannot be. */
  const registered = (): string => {
    if (apiVersion === undefined || spec.problem !== undefined) return ''
    const request = asked.problem === undefined ? asked.value : { operation: 'CREATE' }
    const { apiVersion: paramVersion = '', kind: paramKind = '' } = spec.value.paramKind ?? {}
    const namespacedParams = findKind(discovery, paramVersion, paramKind)?.namespaced ?? false
    return registrationText({ policy, spec: spec.value, request, apiVersion, namespacedParams })
  }
  const register = async (): Promise<void> => {
    setBusy(true)
    try {
      await applyDocuments(client, discovery, registered())
      const enforced = `The cluster now enforces ${name}.`
      if (asked.problem === undefined && asked.value.operation === 'CREATE' && asked.value.object) {
        const { status } = await sendThrough(client, discovery, toYaml(asked.value.object), 'create', true)
        notifyDone(
          'Registered',
          `${enforced} Dry run of the request: ${status < 400 ? 'allowed' : 'refused'} (${status}).`,
        )
      } else notifyDone('Registered', enforced)
    } catch (failure) {
      notifyError('Registration failed', failure)
    } finally {
      setBusy(false)
    }
  }
  const unfit = apiVersion === undefined || spec.problem !== undefined
  return (
    <>
      {!unfit && <CopyButton label="Copy the policy and its binding as YAML" text={registered} />}
      <Button
        size="compact-sm"
        loading={busy}
        disabled={unfit}
        title={apiVersion === undefined ? NOT_SERVED[kind] : undefined}
        onClick={() => void register()}
      >
        Register and send
      </Button>
    </>
  )
}
