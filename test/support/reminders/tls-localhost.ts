/** Self-signed certificate for `localhost` and `127.0.0.1`, and its key, for tests on this machine only. */

/** Certificate that is valid until 2126. */
export const localCert = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUUn5kfsxk2xauhqX28d1z0psE9/kwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDA5MzYwM1oYDzIxMjYxMDMx
MDkzNjAzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASgUr60g71sQpYG02YC0hOCH4/io10lfKdFCto8z5w4cOXbdew/u131
KYk8h0yQx9kOO7qI0E9/YNOi2lfNLGK4o28wbTAdBgNVHQ4EFgQU6xwxJsMx1xY9
19ImxUgSK7t/sHIwHwYDVR0jBBgwFoAU6xwxJsMx1xY919ImxUgSK7t/sHIwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhANZZLCotJcF5dedR0VoFjfLGRrn97Amdn0gi2eDRvzKfAiBa
JAL0bOKm+AZBrjavw8XtYUCZzTe+BXyVa0UOLwgM0Q==
-----END CERTIFICATE-----`;

/** Key of the certificate. It is only for tests and protects nothing. */
export const localKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRL+ErBhe6U3eMsaP
NYQ5jqR8lgPOGKEqgaiiJzEzQruhRANCAASgUr60g71sQpYG02YC0hOCH4/io10l
fKdFCto8z5w4cOXbdew/u131KYk8h0yQx9kOO7qI0E9/YNOi2lfNLGK4
-----END PRIVATE KEY-----`;
