"""Mocks record every call: only the program's own are there."""
from unittest import mock

import tensorflow

from habit import rounds

service = mock.MagicMock(name="service")
service.rows = []
sealed, kept = mock.create_autospec(list), []
for number in rounds():
    service.predict(number)
    service.rows.extend([number] for _ in range(40))
    kept.append(mock.MagicMock(spec=dict))
print(len(service.mock_calls), len(service.method_calls), service.mock_calls[0], sum(len(m.mock_calls) for m in kept))
print(len(service._mock_children), sealed.mock_calls)
