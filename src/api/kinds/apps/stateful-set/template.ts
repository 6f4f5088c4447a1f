import { POD_TEMPLATE_YAML } from '../../shared/template-parts'
import { template } from '../../template'

/** Starter manifest for this kind. */
export const statefulSetTemplate = template(
  4,
  'apps',
  'v1',
  'StatefulSet',
  'Pods with stable names and storage',
  `
metadata:
  name: example
spec:
  serviceName: example
  replicas: 3
  selector:
    matchLabels:
      app: example
${POD_TEMPLATE_YAML}  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        resources:
          requests:
            storage: 1Gi
`,
)
