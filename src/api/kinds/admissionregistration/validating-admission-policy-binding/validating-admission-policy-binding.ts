import { policyBinding } from '../policy-binding'

/** Where a validating policy is in force. */
export const validatingAdmissionPolicyBinding = policyBinding('Validating')
