import { isStatus } from '../../client/status-error'
import { roleFor } from '../../life/roles'
import { DRIVER } from '../../life/volume-stages'
import { runVolumes } from '../../life/volumes'
import type { ControllerDeps, ControllerRow } from '../controllers'
import { CLASSES } from './volumes'

const NAME = 'simulated-provisioner'
/** The default storage class. */
const STANDARD = 'standard'
const READ = ['get', 'list', 'watch']

const roles = roleFor(NAME, [
  { verbs: [...READ, 'create', 'delete'], apiGroups: [''], resources: ['persistentvolumes'] },
  { verbs: READ, apiGroups: [''], resources: ['persistentvolumeclaims'] },
  // For custom stages.
  {
    verbs: ['patch'],
    apiGroups: [''],
    resources: [
      'persistentvolumeclaims',
      'persistentvolumeclaims/status',
      'persistentvolumes',
      'persistentvolumes/status',
    ],
  },
  { verbs: ['delete'], apiGroups: ['', 'storage.orch.io'], resources: ['persistentvolumeclaims', 'volumeattachments'] },
  { verbs: [...READ, 'create'], apiGroups: ['storage.orch.io'], resources: ['storageclasses'] },
  { verbs: [...READ, 'patch'], apiGroups: ['storage.orch.io'], resources: ['volumeattachments'] },
  { verbs: ['update', 'patch'], apiGroups: ['storage.orch.io'], resources: ['volumeattachments/status'] },
  { verbs: ['create', 'patch', 'update'], apiGroups: ['', 'events.orch.io'], resources: ['events'] },
])

/** Simulates the storage drivers of a cluster: creates the volumes that claims wait for, and attaches them. No data is stored. */
export const simulatedProvisioner: ControllerRow = {
  name: NAME,
  defaultOn: 'with-nodes',
  account: NAME,
  needs: ['v1/persistentvolumeclaims', 'v1/persistentvolumes', 'storage.orch.io/v1/storageclasses'],
  roles,
  async start(deps) {
    await ensureStandardClass(deps)
    await runVolumes(deps, NAME, DRIVER)
  },
}

async function ensureStandardClass({ client }: ControllerDeps): Promise<void> {
  try {
    await client.create(CLASSES, {
      metadata: { name: STANDARD, annotations: { 'storageclass.orch.io/is-default-class': 'true' } },
      provisioner: DRIVER,
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'WaitForFirstConsumer',
    })
  } catch (error) {
    if (!isStatus(error, 'AlreadyExists')) throw error
  }
}
