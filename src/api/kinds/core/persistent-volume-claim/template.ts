import { template } from '../../template'

/** Starter manifest for this kind. */
export const persistentVolumeClaimTemplate = template(
  13,
  '',
  'v1',
  'PersistentVolumeClaim',
  'Request storage',
  `
metadata:
  name: example
spec:
  accessModes: [ReadWriteOnce]
  resources:
    requests:
      storage: 1Gi
`,
)
