import { POD_TEMPLATE_YAML } from '../../shared/template-parts'
import { template } from '../../template'

/** Starter manifest for this kind. */
export const deploymentTemplate = template(
  3,
  'apps',
  'v1',
  'Deployment',
  'Stateless pods with rolling updates',
  `
metadata:
  name: example
spec:
  replicas: 3
  selector:
    matchLabels:
      app: example
${POD_TEMPLATE_YAML}`,
)
