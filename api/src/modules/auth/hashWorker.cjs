// A hash takes a core for as long as it lasts: it is made in a thread that requests go before (passwordThreads.ts).
const { Algorithm, hashSync, verifySync } = require('@node-rs/argon2');

module.exports.hash = ({ password, cost }) => hashSync(password, { algorithm: Algorithm.Argon2id, ...cost });
module.exports.verify = ({ hash, password }) => verifySync(hash, password);
