/** A self-signed certificate for `photos.example`, and its key, for tests on this machine only. */

/** Valid until 2126. */
export const cert = `-----BEGIN CERTIFICATE-----
MIIBpDCCAUqgAwIBAgIUNrnmLuTdPgsWRsNrT1DPtIoTSg4wCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOcGhvdG9zLmV4YW1wbGUwIBcNMjYxMTIxMTIzNDIxWhgPMjEy
NjEwMjgxMjM0MjFaMBkxFzAVBgNVBAMMDnBob3Rvcy5leGFtcGxlMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEGSjbkfHqGa68PeQT+OICJKuHu023Jcbl5jFp2Gv2
a461x2dNjA7yIX5usksql3+oBR+KjPU+30bRECOXuGs+hqNuMGwwHQYDVR0OBBYE
FGV1mdijFTaxApvSWruVuWmIQL+SMB8GA1UdIwQYMBaAFGV1mdijFTaxApvSWruV
uWmIQL+SMA8GA1UdEwEB/wQFMAMBAf8wGQYDVR0RBBIwEIIOcGhvdG9zLmV4YW1w
bGUwCgYIKoZIzj0EAwIDSAAwRQIgOfnhgzFXIa8UMPOz6bisWgCHaS03ckmRF6Iy
W47QtAYCIQDcwAYZw6TsX+d9bZd2pP+3EPcnH9IZkD/tvYLjjvJykQ==
-----END CERTIFICATE-----`;

/** A test key, which protects nothing. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbXpTkUTGfhzzUP4+
aIZVc2DBM1O6GJ/peU3KmhGUKamhRANCAAQZKNuR8eoZrrw95BP44gIkq4e7Tbcl
xuXmMWnYa/ZrjrXHZ02MDvIhfm6ySyqXf6gFH4qM9T7fRtEQI5e4az6G
-----END PRIVATE KEY-----`;
