# Builds the project in the current folder on a machine without Python. Once, and then after each change:
#   docker build -t proofdeck FOLDER_OF_PROOFDECK
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD":/project proofdeck
# Its commands have been run one by one on Linux, but the image itself has not been built yet.
FROM python:3.11-slim
RUN --mount=type=bind,target=/source,rw pip install --no-cache-dir /source
WORKDIR /project
ENTRYPOINT ["proofdeck"]
CMD ["build"]
