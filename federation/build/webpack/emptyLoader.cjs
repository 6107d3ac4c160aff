// Global styles are not needed on the server.
module.exports = () => 'module.exports = {};';
