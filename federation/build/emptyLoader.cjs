// Global styles mean nothing on the server.
module.exports = () => 'module.exports = {};';
