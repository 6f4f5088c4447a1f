import { policyBinding } from '../policy-binding'

/** Where a mutating policy is in force. */
export const mutatingAdmissionPolicyBinding = policyBinding('Mutating')
