// The parts of the source that the benchmarks of rules (apply, validation, access) need, bundled for Node.
export { matrix } from '../../src/access-analysis/queries'
export { deployment as deploymentKind } from '../../src/api/kinds/apps/deployment/deployment'
export { schemaOf } from '../../src/api/types'
export { policyOf } from '../../src/authorization/policy'
export { PolicyIndex } from '../../src/authorization/policy-index'
export { RbacAuthorizer } from '../../src/authorization/rbac'
export { applyConfiguration, trackUpdate } from '../../src/managed-fields/manager'
