import { Button } from '@mantine/core'
import { useState } from 'react'
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
  const register = async (): Promise<void> => {
    if (apiVersion === undefined || spec.problem !== undefined) return
    setBusy(true)
    try {
      const request = asked.problem === undefined ? asked.value : { operation: 'CREATE' }
      const { apiVersion: paramVersion = '', kind: paramKind = '' } = spec.value.paramKind ?? {}
      const namespacedParams = findKind(discovery, paramVersion, paramKind)?.namespaced ?? false
      const registered = registrationText({ policy, spec: spec.value, request, apiVersion, namespacedParams })
      await applyDocuments(client, discovery, registered)
      notifyDone('Registered', `The cluster now enforces ${name}`)
      if (asked.problem === undefined && asked.value.operation === 'CREATE' && asked.value.object)
        await sendThrough(client, discovery, toYaml(asked.value.object), 'create', true)
    } catch (failure) {
      notifyError('Registration failed', failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="compact-sm"
      loading={busy}
      disabled={apiVersion === undefined || spec.problem !== undefined}
      title={apiVersion === undefined ? NOT_SERVED[kind] : undefined}
      onClick={() => void register()}
    >
      Register and send
    </Button>
  )
}
