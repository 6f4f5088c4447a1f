import { policyBinding } from '../policy-binding'

/** Binds a validating policy to requests. */
export const validatingAdmissionPolicyBinding = policyBinding('Validating')
