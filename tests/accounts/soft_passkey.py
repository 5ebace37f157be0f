"""A passkey in software: what the device of a person does when the page asks for it."""

import json
from hashlib import sha256

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData


class SoftPasskey:
    """One passkey for one site. `verified` says whether finger, face or code were checked."""

    def __init__(self, site: str = "localhost", origin: str = "http://localhost", verified: bool = True):
        self.site, self.origin = site, origin
        self.id = sha256(origin.encode()).digest()
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.owner = b""
        self.flags = AuthenticatorData.FLAG.UP | (AuthenticatorData.FLAG.UV if verified else 0)
        self.count = 0

    def register(self, options: dict) -> dict:
        """The credential for `navigator.credentials.create(options)`."""
        self.owner = options["publicKey"]["user"]["id"].encode()
        credential = AttestedCredentialData.create(
            b"\0" * 16, self.id, ES256.from_cryptography_key(self.key.public_key())
        )
        data = self.authenticator_data(AuthenticatorData.FLAG.AT, bytes(credential))
        attestation = AttestationObject.create("none", data, {})
        client = self.client_data("webauthn.create", options)
        return self.credential(
            {
                "clientDataJSON": websafe_encode(client),
                "attestationObject": websafe_encode(bytes(attestation)),
            }
        ) | {"clientExtensionResults": {"credProps": {"rk": True}}}

    def sign_in(self, options: dict) -> dict:
        """The credential for `navigator.credentials.get(options)`."""
        self.count += 1
        data = self.authenticator_data()
        client = self.client_data("webauthn.get", options)
        signature = self.key.sign(bytes(data) + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self.credential(
            {
                "clientDataJSON": websafe_encode(client),
                "authenticatorData": websafe_encode(bytes(data)),
                "signature": websafe_encode(signature),
                "userHandle": self.owner.decode(),
            }
        )

    def authenticator_data(self, more_flags: int = 0, credential: bytes = b"") -> AuthenticatorData:
        site = sha256(self.site.encode()).digest()
        return AuthenticatorData.create(site, self.flags | more_flags, self.count, credential)

    def client_data(self, kind: str, options: dict) -> bytes:
        challenge = options["publicKey"]["challenge"]
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def credential(self, response: dict) -> dict:
        name = websafe_encode(self.id)
        return {
            "type": "public-key",
            "id": name,
            "rawId": name,
            "response": response,
            "clientExtensionResults": {},
        }
