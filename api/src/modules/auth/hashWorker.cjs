// Hashing blocks a core, so it runs in a thread with a low priority (passwordThreads.ts).
const { Algorithm, hashSync, verifySync } = require('@node-rs/argon2');

module.exports.hash = ({ password, cost }) => hashSync(password, { algorithm: Algorithm.Argon2id, ...cost });
module.exports.verify = ({ hash, password }) => verifySync(hash, password);
