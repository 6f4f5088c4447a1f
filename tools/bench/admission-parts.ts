export { createAdmissionPlugins } from '../../src/admission/plugins'
export { validatingAdmissionPolicy } from '../../src/admission/plugins/validating-admission-policy'
export { admissionChain } from '../../src/server/admission'
export { AdmissionStage, podWith } from '../../src/testing/admission-stage'
